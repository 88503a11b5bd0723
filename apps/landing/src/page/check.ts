// The two checksums on the page, and whether they have always been equal.
import type { Agreement } from '../world/agreement.js';
import { find } from '@lite-rollback/app-shared/find';
import { write } from './write.js';

export interface Check {
  update(agreement: Agreement): void;
}

const thousands = new Intl.NumberFormat('en');

/** uint32 as eight hexadecimal digits. */
function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/** @param section where its parts are */
export function createCheck(section: HTMLElement): Check {
  const check = find('.check', HTMLElement, section);
  const part = (name: string): HTMLElement => find(`[data-check=${name}]`, HTMLElement, check);
  const parts = { frame: part('frame'), red: part('red'), blue: part('blue'), verdict: part('verdict') };
  return {
    update({ checksums, compared, equal, frame }) {
      const differ = compared - equal;
      write(parts.frame, `frame ${thousands.format(frame)}`);
      write(parts.red, hex(checksums[0]));
      write(parts.blue, hex(checksums[1]));
      write(
        parts.verdict,
        differ === 0 ? `${thousands.format(compared)} frames, all equal` : `${thousands.format(differ)} frames differ`,
      );
      check.dataset['agreed'] = differ === 0 ? 'yes' : 'no';
    },
  };
}
