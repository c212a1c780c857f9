const folder = "tests/integration/security";

/** Tests that attack already, each a row of the table. In `npm test` they run by themselves. */
export const suites: Record<string, string[]> = {
  "every route with another household's records": [`${folder}/access-matrix.test.ts`],
  "members and removed members": [`${folder}/household.test.ts`, `${folder}/left-household.test.ts`],
  "forms from other sites": [`${folder}/origin.test.ts`, `${folder}/calls.test.ts`],
  "fields that no form has": [`${folder}/extra-fields.test.ts`],
  "hostile field names": [`${folder}/hostile-field-names.test.ts`],
  "hostile bodies": [`${folder}/bodies.test.ts`],
  "opening addresses": [`${folder}/get-changes-nothing.test.ts`],
  "redirects to elsewhere": [`${folder}/redirect-to.test.ts`],
  "other hosts": [`${folder}/host.test.ts`],
  "headers and cookies": [`${folder}/headers.test.ts`, `${folder}/cookies.test.ts`, `${folder}/sessions.test.ts`],
  "sign-in and passwords": [`${folder}/sign-in-limit.test.ts`, `${folder}/passwords.test.ts`],
  "Google sign-in": [`${folder}/google.test.ts`, `${folder}/google-takeover.test.ts`],
  "forged webhooks": ["tests/integration/webhooks/twilio.test.ts", "tests/integration/webhooks/postmark.test.ts"],
  "orders to the model": ["tests/integration/understanding/hostile.test.ts"],
};
