import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** What a text message can reach without costing whoever sends it more than a text message. */
const reachable: NumberType[] = ["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"];

/** Numbers without a country are taken for American ones; these are also shown without theirs. */
const homeCountry = "US";
const homeCallingCode = "1";

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/**
 * Reads a phone number as people write it: as E.164, or what is wrong with it, to be said beside the field.
 * @param text with its country ("+49 30 …", "0049 30 …"), or an American one
 * @param countries (ISO 3166) that it must be of, where it is to be sent to
 */
export function readPhoneNumber(text: string, countries?: string[]): { number: string } | { problem: string } {
  const parsed = parsePhoneNumberFromString(text.trim().replace(/^00/, "+"), {
    defaultCountry: homeCountry,
    extract: false,
  });
  if (!parsed || parsed.ext) {
    return { problem: "That doesn't look like a phone number. Try something like (201) 555-0123 or +44 7400 123456" };
  }
  if (!parsed.isValid()) {
    const isHome = parsed.countryCallingCode === homeCallingCode;
    const elsewhere = isHome ? " Outside the US, start with + and the country code, like +44." : "";
    return { problem: `That number doesn't exist. Is a digit missing, or one too many?${elsewhere}` };
  }
  if (!parsed.country) return { problem: "That number doesn't belong to any country, so I can't send messages to it" };
  const type = parsed.getType();
  if (!type || !reachable.includes(type)) {
    return { problem: "That's a premium or service number, so I can't send messages to it" };
  }
  if (countries && !countries.includes(parsed.country)) {
    const names = countries.map((country) => countryNames.of(country)).join(", ");
    return { problem: `I can only text numbers in these countries: ${names}` };
  }
  return { number: parsed.number };
}

/** The country (ISO 3166) that an E.164 number belongs to; undefined where it belongs to none. */
export function countryOf(number: string): string | undefined {
  return parsePhoneNumberFromString(number)?.country;
}

/** An E.164 number as people write it; `readPhoneNumber` reads it again: "(201) 555-0123", "+44 7400 123456". */
export function showPhoneNumber(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return number;
  return parsed.countryCallingCode === homeCallingCode ? parsed.formatNational() : parsed.formatInternational();
}
