import type { Xml } from "./xml.ts";

interface More {
  /** The rule that the request breaks, as an element. */
  condition?: Xml;
  headers?: Record<string, string>;
}

/** Ends a request with a status, words for people, and a condition for programs. */
export class DavError extends Error {
  readonly status: number;
  readonly more: More;

  constructor(status: number, words: string, more: More = {}) {
    super(words);
    this.status = status;
    this.more = more;
  }
}

export const notFound = () => new DavError(404, "There is nothing at this address.");
