import { integer } from "fast-check";

/** fast-check's own unit, "binary", takes 2 s to set up and has no lone surrogates. */
export const anyCodePoint = integer({ min: 0, max: 0x10ffff }).map((code) =>
  String.fromCodePoint(code),
);
