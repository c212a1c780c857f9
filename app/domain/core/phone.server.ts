import { type NumberType, parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Excludes premium-rate and service numbers, which cost the sender extra. */
const reachable: NumberType[] = ["MOBILE", "FIXED_LINE", "FIXED_LINE_OR_MOBILE", "VOIP"];

/** Assumed for numbers without a country code, and shown without it. */
const homeCountry = "US";
const homeCallingCode = "1";

const countryNames = new Intl.DisplayNames("en", { type: "region" });

/**
 * Returns E.164, or the problem to show beside the field.
 * @param countries the only ones to accept (ISO 3166)
 */
export function readPhoneNumber(
  text: string,
  countries?: string[],
): { number: string } | { problem: string } {
  const parsed = parsePhoneNumberFromString(text.trim().replace(/^00/, "+"), {
    defaultCountry: homeCountry,
    extract: false,
  });
  if (!parsed || parsed.ext) {
    return {
      problem:
        "That doesn't look like a phone number. Try something like (201) 555-0123 or +44 7400 123456",
    };
  }
  if (!parsed.isValid()) {
    const isHome = parsed.countryCallingCode === homeCallingCode;
    const elsewhere = isHome ? " Outside the US, start with + and the country code, like +44." : "";
    return {
      problem: `That number doesn't exist. Is there a digit missing, or one too many?${elsewhere}`,
    };
  }
  if (!parsed.country)
    return { problem: "That number doesn't belong to any country, so I can't send messages to it" };
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

export function countryOf(number: string): string | undefined {
  return parsePhoneNumberFromString(number)?.country;
}

/** "(201) 555-0123" or "+44 7400 123456"; `readPhoneNumber` accepts both. */
export function formatPhoneNumber(number: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed) return number;
  return parsed.countryCallingCode === homeCallingCode
    ? parsed.formatNational()
    : parsed.formatInternational();
}
