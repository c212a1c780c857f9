const dotless = ["gmail.com", "googlemail.com"];

/** One name for all spellings of a mailbox: "Sam.Lee+mila@gmail.com" is "samlee@gmail.com". */
export function mailboxOf(email: string): string {
  const [, user = "", domain = ""] = /^(.*)@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const name = user.replace(/(?<=.)\+.*$/s, "");
  return `${dotless.includes(domain) ? name.replaceAll(".", "") : name}@${domain}`;
}
