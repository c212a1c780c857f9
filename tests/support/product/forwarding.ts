/** Lets families make addresses to which they forward mails. */
export const forwarding = {
  MAIL_IN_ADDRESS: "mila@example.com",
  POSTMARK_WEBHOOK_PASSWORD: "a-long-word",
};
