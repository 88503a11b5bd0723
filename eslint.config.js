import { createConfig } from './tooling/lint/config.js';

export default createConfig(import.meta.dirname);
