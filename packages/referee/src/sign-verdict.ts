import { CompactSign, compactVerify, errors } from 'jose';
import type { Verdict } from './verdict.js';

/** The media type of the payload, which the signature covers: what else the same key signs is no verdict. */
const TYPE = 'lite-rollback-verdict+jws';

/**
 * The verdict as a compact JWS (RFC 7515), signed with an Ed25519 or HMAC key of WebCrypto. Any JOSE library reads it:
 * the payload is the verdict's JSON.
 * @throws (the promise rejects with) TypeError for another kind of key, or one that may not sign
 */
export async function signVerdict(verdict: Verdict, key: CryptoKey): Promise<string> {
  const payload = new TextEncoder().encode(JSON.stringify(verdict));
  return new CompactSign(payload).setProtectedHeader({ alg: algorithmOf(key), typ: TYPE }).sign(key);
}

/**
 * The verdict in a JWS that signVerdict made, or undefined for anything that this key did not sign as one.
 * @throws (the promise rejects with) TypeError for a key of another kind, or one that may not verify
 */
export async function openVerdict(signed: string, key: CryptoKey): Promise<Verdict | undefined> {
  try {
    const { payload } = await compactVerify(signed, key, { algorithms: [algorithmOf(key)] }).then((verified) =>
      verified.protectedHeader.typ === TYPE ? verified : { payload: undefined },
    );
    // What the key signed as a verdict is one: signVerdict takes nothing else.
    return payload === undefined ? undefined : (JSON.parse(new TextDecoder().decode(payload)) as Verdict);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

function algorithmOf({ algorithm }: CryptoKey): string {
  if (algorithm.name === 'Ed25519') return 'EdDSA';
  // An HMAC key names its hash: SHA-256, SHA-384 or SHA-512.
  const hash = algorithm.name === 'HMAC' ? (algorithm as HmacKeyAlgorithm).hash.name : '';
  const bits = /^SHA-(256|384|512)$/.exec(hash)?.[1];
  if (bits === undefined)
    throw new TypeError(
      `a verdict is signed with a key of Ed25519, or of HMAC with SHA-256 to SHA-512; this one is of ${algorithm.name} ${hash}`,
    );
  return `HS${bits}`;
}
