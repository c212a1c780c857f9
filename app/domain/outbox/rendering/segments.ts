// 3GPP TS 23.038 and 23.040: one segment of 160 GSM-7 or 70 UCS-2 characters, or several of 153 or
// 67.

const gsm7 = /^[\n\f\r -_a-~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]*$/;
const gsm7Extension = new Set("\f^{}\\[~]|€");

export function isGsm7(text: string): boolean {
  return gsm7.test(text);
}

/** A two-place character is never split between segments. */
export function segmentCount(text: string): number {
  const isSmall = isGsm7(text);
  const size = isSmall ? 153 : 67;
  let segments = 1;
  let used = 0;
  let total = 0;
  for (const character of text) {
    const places = isSmall && gsm7Extension.has(character) ? 2 : character.length;
    if (used + places > size) {
      segments += 1;
      used = 0;
    }
    used += places;
    total += places;
  }
  return total <= (isSmall ? 160 : 70) ? 1 : segments;
}
