// How many messages a text for a phone takes (3GPP TS 23.038 and 23.040): one of 160 GSM-7 or 70 UCS-2 characters, or
// several of 153 or 67.

/** The basic table and its extension. */
const gsm7 = /^[\n\f\r -_a-~£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà€]*$/;
const gsm7Extension = new Set("\f^{}\\[~]|€");

/** True when phones can take the text in the small alphabet, 7 bits a character. */
export function isGsm7(text: string): boolean {
  return gsm7.test(text);
}

/** How many segments the text is sent in. A character that takes two places is not torn apart between them. */
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
