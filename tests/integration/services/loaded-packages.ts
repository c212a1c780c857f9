// Uses one provider or none in its own process, and prints the packages this loaded.
import { registerHooks } from "node:module";

const loaded = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const [name] =
      /^(twilio|postmark|nodemailer|@googleapis\/calendar|google-auth-library|remix-auth-google|openid-client)\b/.exec(
        specifier,
      ) ?? [null];
    if (name) loaded.add(name);
    return next(specifier, context);
  },
});
const { providers } = await import("#app/services/providers.server.ts");
const { startGoogleSignIn } = await import("#app/routes/auth/google.server.ts");

const { startOidcSignIn } = await import("#app/routes/auth/oidc/sign-in.server.ts");

const what: unknown = JSON.parse(process.argv[2] ?? "null");
console.log(JSON.stringify({ outcome: await outcomeOf(), loaded: [...loaded].toSorted() }));

async function outcomeOf() {
  if (what === null) return "none";
  const log = { logInfo: () => undefined, logError: (error: unknown) => console.error(error) };
  if (what === "sign-in") {
    return (await startGoogleSignIn(new Request("http://localhost:3000/auth/google"), {}, log))
      .status;
  }
  if (what === "oidc") {
    const request = new Request("http://localhost:3000/auth/oidc");
    return (await startOidcSignIn(request, {}, log)).status;
  }
  return (await providers.send(what as Parameters<typeof providers.send>[0])).status;
}
