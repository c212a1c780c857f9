import { integer } from "fast-check";

/** A unit for strings. fast-check's own, "binary", takes 2 s to set up and knows no half of a surrogate pair. */
export const anyCodePoint = integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
