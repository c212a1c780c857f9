import type { Bit } from "#db/schema.ts";

export function bit(isOn: boolean): Bit {
  return isOn ? 1 : 0;
}
