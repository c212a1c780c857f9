/** Google's two names for its mail, which ignores dots. */
const googleMail = ["gmail.com", "googlemail.com"];

/**
 * Returns one name for all spellings of a mailbox: "Sam.Lee+mila@googlemail.com" is
 * "samlee@gmail.com".
 */
export function mailboxOf(email: string): string {
  const [, user = "", domain = ""] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const name = user.replace(/(?<=.)\+.*$/s, "");
  return googleMail.includes(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}
