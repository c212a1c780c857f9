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
    return { problem: "That does not look like a phone number. One looks like (201) 555-0123 or +44 7400 123456" };
  }
  if (!parsed.isValid()) {
    const isHome = parsed.countryCallingCode === homeCallingCode;
    const elsewhere = isHome ? " For a number outside the US, begin with + and the country, like +44." : "";
    return { problem: `There is no such number. Is a digit missing, or one too many?${elsewhere}` };
  }
  if (!parsed.country) return { problem: "That number belongs to no country, so I cannot send messages there" };
  const type = parsed.getType();
  if (!type || !reachable.includes(type)) {
    return { problem: "That is a premium or service number, so I cannot send messages there" };
  }
  if (countries && !countries.includes(parsed.country)) {
    const names = countries.map((country) => countryNames.of(country)).join(", ");
    return { problem: `From here texts go only to numbers of these countries: ${names}` };
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
