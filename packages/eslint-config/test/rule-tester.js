import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, it } from 'vitest';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;

/** Parses TypeScript, as simulations are written in it; plain JavaScript is a part of that. */
export const typescript = new RuleTester({
  languageOptions: { parser: tseslint.parser, ecmaVersion: 2024, sourceType: 'module' },
});
/** Parses with ESLint's own parser, for those who write JavaScript. */
export const javascript = new RuleTester({ languageOptions: { ecmaVersion: 2024, sourceType: 'module' } });
