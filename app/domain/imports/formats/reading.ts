/** The moment and the place in which a file is read. */
export interface Reading {
  /** A UTC instant. */
  now: string;
  /** For times that name no zone. */
  timeZone: string;
  /** How often the upload has said the same, over all files of a zip file. */
  counts: Map<string, number>;
}
