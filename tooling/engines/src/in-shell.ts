// The module for shells: prints its result as one line. SpiderMonkey's and WebKit's shells have print(), the others
// console.
import { computeAll } from './compute-all.js';

declare const print: ((line: string) => void) | undefined;
declare const console: { log(line: string): void };

const line = JSON.stringify(computeAll());
if (typeof print === 'function') print(line);
else console.log(line);
