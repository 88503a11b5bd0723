import type { ESLint, Linter } from 'eslint';

export interface DeterminismOptions {
  /** Globs of the simulation's sources. @throws TypeError for none. */
  readonly files: readonly string[];
  /** Globs to leave out of them. Default: tests, by '.test.' or '.spec.' in their names. */
  readonly ignores?: readonly string[];
  /** The folder that a simulation's imports may not leave, by name. Default 'sim'. */
  readonly folder?: string;
  /**
   * More packages and their pure exports, beside PURE_HELPERS; an entry for a package that is already there replaces
   * it.
   */
  readonly allow?: Readonly<Record<string, readonly string[]>>;
}

/**
 * What of @lite-rollback/core computes from its arguments alone, and all of @lite-rollback/exact, by the name of the
 * import.
 */
export declare const PURE_HELPERS: Readonly<Record<string, readonly string[]>>;
export declare const plugin: ESLint.Plugin;
/** The determinism rules for the files of a simulation, as flat configuration. */
export declare function determinism(options: DeterminismOptions): Linter.Config[];
