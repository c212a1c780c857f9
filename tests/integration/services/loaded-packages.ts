// Sends an e-mail (or none) in a process of its own, and prints what came of it and which packages were loaded for it.
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    if (/^(twilio|postmark|nodemailer|@googleapis|googleapis)\b/.test(specifier)) loaded.add(specifier);
    return next(specifier, context);
  },
});
const { providers } = await import("#app/services/providers.server.ts");
const email = {
  deliveryId: "1",
  channel: "email",
  to: "anna@example.com",
  subject: "",
  text: "Hello",
  html: "",
} as const;
const outcome = process.argv[2] === "email" ? (await providers.send(email)).is : "none";
console.log(JSON.stringify({ outcome, loaded: [...loaded] }));
