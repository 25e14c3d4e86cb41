/** The order of autosaves: one at a time, none beside a save, none without a change. */

/** How long a save waits for the autosave before it. */
const HOLD_MS = 5_000;

type Sending = {
  /** The version of the text; a number that changes with every edit. */
  version: number;
  signal: AbortSignal;
  /** Whether the page is about to close: what is sent must outlive it. */
  isLast: boolean;
};

/** What an autosaver knows of the text. */
type Text = {
  version: () => number;
  /** Whether the post is saved, as it is. */
  isSaved: () => boolean;
  /** Sends the text. Rejects if the server has not stored it. */
  send: (sending: Sending) => Promise<void>;
  /** Whether it may be sent again although nothing was changed. */
  canRetry: (error: unknown) => boolean;
};

type Flight = { version: number; isLast: boolean; controller: AbortController; end: Promise<void> };

export class Autosaver {
  readonly #text: Text;
  /** The version that is sent or needs no sending; null after a failure. */
  #sent: number | null;
  #flight: Flight | null = null;
  #holds = 0;

  constructor(text: Text) {
    this.#text = text;
    this.#sent = text.version();
  }

  /** Sends what was changed since the last time, unless a save or an autosave is under way. */
  async run(): Promise<void> {
    if (this.#flight === null) {
      await this.#start(false);
    }
  }

  /** Sends what was changed at once: the page may close. A version on its way is sent again, so that it outlives it. */
  async finish(): Promise<void> {
    const flight = this.#flight;
    if (flight?.isLast && flight.version === this.#text.version()) {
      return;
    }
    if (flight && this.#holds === 0) {
      flight.controller.abort();
      this.#flight = null;
      this.#sent = null;
    }
    await this.#start(true);
  }

  /** Waits for the autosave on its way, and prevents others until `release`. */
  async hold(): Promise<void> {
    this.#holds += 1;
    const flight = this.#flight;
    if (flight) {
      const timer = setTimeout(() => {
        flight.controller.abort();
      }, HOLD_MS);
      await flight.end;
      clearTimeout(timer);
    }
  }

  release(): void {
    this.#holds -= 1;
  }

  async #start(isLast: boolean): Promise<void> {
    const version = this.#text.version();
    if (this.#holds > 0 || version === this.#sent || this.#text.isSaved()) {
      return;
    }
    const controller = new AbortController();
    this.#sent = version;
    const end = this.#text
      .send({ version, signal: controller.signal, isLast })
      .catch((error: unknown) => {
        if (this.#sent === version && (controller.signal.aborted || this.#text.canRetry(error))) {
          this.#sent = null;
        }
      });
    const flight = { version, isLast, controller, end };
    this.#flight = flight;
    await end;
    if (this.#flight === flight) {
      this.#flight = null;
    }
  }
}
