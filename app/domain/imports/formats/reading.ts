/** The moment and the place in which a file is read. */
export interface Reading {
  /** A UTC instant. */
  now: string;
  /** For times that name no zone. */
  timeZone: string;
  /** The number of equal rows so far, in all files of a zip file. */
  counts: Map<string, number>;
}
