import { journeyBothWays } from "../../journey.ts";

journeyBothWays("a parent signs out, signs up and signs in", async ({ tab }) => {
  await tab.visit("/preferences");
  await tab.isAlive();
  await tab.press("More: menu");
  await tab.press("Sign out");
  await tab.isAt("/auth");
  await tab.follow("Need an account? Sign up");
  await tab.sees("Sign Up", "main form");
  const email = `sam-${crypto.randomUUID()}@example.com`;
  await tab.fill("Email", email);
  await tab.fill("Password", "correct horse 7");
  await tab.press("Sign Up");
  await tab.sees("Account created!");
  await tab.sees("Log In", "main form");
  await tab.fill("Email", email);
  await tab.fill("Password", "correct horse 7");
  await tab.press("Log In");
  await tab.isAt("/dashboard");
});

journeyBothWays("a wrong password is refused, and the address stays", async ({ tab }) => {
  await tab.visit("/preferences");
  await tab.isAlive();
  await tab.press("More: menu");
  await tab.press("Sign out");
  await tab.isAt("/auth");
  await tab.fill("Email", "nobody@example.com");
  await tab.fill("Password", "wrong horse 7");
  await tab.press("Log In");
  await tab.sees("password", ".toast, .field-error, [role=alert]");
  await tab.holds("document.querySelector('[type=email]').value === 'nobody@example.com'");
});
