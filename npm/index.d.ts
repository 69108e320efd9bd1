/** A seat, counted from 0; CHANCE, SPECTATOR and TRUTH are special ones. */
export type Seat = number;
/** A move: its number, or its notation ("reroll 3 5"). */
export type Move = number | string;

export declare const CHANCE: 8;
export declare const SPECTATOR: 9;
export declare const TRUTH: 10;

/** Wrong input; `status` is the name of the cause. */
export declare class FlibusteError extends Error {
  readonly status:
    | 'over'
    | 'not-your-turn'
    | 'illegal'
    | 'too-long'
    | 'no-chance'
    | 'bad-argument'
    | 'bad-setup'
    | 'bad-record'
    | 'no-agent'
    | 'hidden'
    | 'no-memory';
}

export interface Effort {
  /** 0: a usual number. */
  playouts?: number;
  seed?: number | bigint;
}

export interface Advice {
  move: number;
  text: string;
  /** The probability to win, and its standard error. */
  wins: number;
  error: number;
}

export interface Game {
  readonly name: string;
  readonly version: number;
  readonly moveCount: number;
  readonly minSeats: number;
  readonly maxSeats: number;
  readonly hasSecrets: boolean;
  /** Values by option, the default first. */
  readonly options: Record<string, string[]>;
  readonly agents: string[];
  title(language?: string): string;
  spell(move: number): string;
  read(text: string): number;
}

/** What one viewer knows at one moment. Call free() when it is not needed any more. */
export interface Sight {
  readonly viewer: Seat;
  readonly turn: Seat[];
  readonly legal: number[];
  readonly legalTexts: string[];
  prompt(language?: string): string;
  say(move: Move, language?: string): string;
  whyNot(move: Move, language?: string): string;
  /** The object `sight` of docs/protocol.md. */
  view(): any;
  hint(effort?: Effort, language?: string): { moves: Advice[]; reason: string; exact: boolean };
  free(): void;
}

export interface Match {
  readonly game: Game;
  readonly seats: number;
  readonly turn: Seat[];
  /** The first seat that may move, or null. */
  readonly mover: Seat | null;
  readonly over: boolean;
  readonly scores: number[];
  readonly winners: Seat[];
  /** Sixteen hexadecimal digits, as the last line of a record. */
  readonly hash: string;
  readonly stepCount: number;
  play(move: Move, seat?: Seat): void;
  undo(steps: number): void;
  sight(viewer?: Seat): Sight;
  record(viewer?: Seat): string;
  dice(): 'other' | 'hidden' | 'partial' | 'fair' | 'wrong-commitment' | 'wrong-roll';
  /** The report of `flibuste analyse --json`. */
  analyse(effort?: Effort & { seat?: Seat }): any;
  free(): void;
}

export interface Agent {
  /** A move of the sight's viewer, whose turn it is. */
  choose(sight: Sight): number;
  free(): void;
}

export interface Engine {
  readonly version: string;
  games(): string[];
  game(name: string): Game;
  /** A match; with seed null, the caller plays dice and cards as seat CHANCE. */
  match(
    game: string,
    setup?: {
      seats?: number;
      seed?: number | bigint | null;
      options?: Record<string, string | number>;
    },
  ): Match;
  readRecord(text: string, seed?: number | bigint | null): Match;
  /** "greedy", "ismcts:2000", "capitaine", ... */
  agent(game: string, name: string, seed?: number | bigint): Agent;
}

/** Loads the engine: its own engine.wasm, or the bytes, response or module given. */
export declare function load(
  source?: BufferSource | Response | Promise<Response> | WebAssembly.Module,
): Promise<Engine>;
