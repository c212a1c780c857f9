// How many messages a text for a phone takes (3GPP TS 23.038 and 23.040): one of 160 GSM-7 or 70 UCS-2 characters, or
// several of 153 or 67.

const gsm7 = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const gsm7Extension = new Set("\f^{}\\[~]|€");

/** True when phones can take the text in the small alphabet, 7 bits a character. */
export function isGsm7(text: string): boolean {
  return [...text].every((character) => gsm7.has(character) || gsm7Extension.has(character));
}

/** How many segments the text is sent in. A character that takes two places is not torn apart between them. */
export function segmentCount(text: string): number {
  const isSmall = isGsm7(text);
  const places = [...text].map((character) => (isSmall ? (gsm7Extension.has(character) ? 2 : 1) : character.length));
  if (places.reduce((sum, place) => sum + place, 0) <= (isSmall ? 160 : 70)) return 1;
  const size = isSmall ? 153 : 67;
  let [segments, used] = [1, 0];
  for (const place of places) {
    if (used + place > size) [segments, used] = [segments + 1, 0];
    used += place;
  }
  return segments;
}
