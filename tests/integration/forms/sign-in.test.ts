import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { passwordLink } from "../../support/people/password-link.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
  // Before the first account, /auth opens as sign-up.
  await newNora(mila);
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newStranger(path: string): Promise<FormBrowser> {
  const stranger = new FormBrowser(mila.url);
  await stranger.visit(path);
  return stranger;
}

function fillCredentials(browser: FormBrowser, email: string, password: string): void {
  browser.fill("Email", email);
  browser.fill("Password", password);
}

test("signing up with a known address asks to log in and keeps the address", async () => {
  const { family } = await newNora(mila);
  const stranger = await newStranger("/auth?mode=signup");
  fillCredentials(stranger, family.email, "correct horse 7");
  await stranger.press("Sign Up", { status: 400 });
  expect(stranger.toast).toContain(
    "Account already exists This email is already registered. Please log in instead.",
  );
  expect(stranger.buttons()).toContain("Log In");
  expect(stranger.field("Email").value).toBe(family.email);

  await stranger.follow("Need an account? Sign up");
  expect(stranger.buttons()).toContain("Sign Up");
});

test("a wrong password keeps the address and reveals nothing about the account", async () => {
  const { family } = await newNora(mila);
  const stranger = await newStranger("/auth");
  fillCredentials(stranger, family.email, "wrong horse 8");
  await stranger.press("Log In", { status: 400 });
  expect(stranger.alert).toContain("Error That email and password don't match");
  expect(stranger.field("Email").value).toBe(family.email);
});

test("a common password is refused beside its field", async () => {
  const stranger = await newStranger("/auth?mode=signup");
  fillCredentials(stranger, "weak-password@example.com", "password1");
  await stranger.press("Sign Up", { status: 400 });
  expect(stranger.field("Password").description).toContain(
    "This password is too common. Please choose another one.",
  );
  expect(stranger.field("Password").isInvalid).toBe(true);
  expect(stranger.buttons()).toContain("Sign Up");
  expect(stranger.field("Email").value).toBe("weak-password@example.com");
});

test("the page toggles between logging in and signing up", async () => {
  const stranger = await newStranger("/auth");
  expect(stranger.text).toContain(" Or ");
  await stranger.follow("Need an account? Sign up");
  expect(stranger.field("Password").description).toBe("At least 6 characters");
  await stranger.follow("Already have an account? Log in");
  expect(stranger.buttons()).toContain("Log In");
});

test("a page that needs a user leads to sign-in and returns afterwards", async () => {
  const { family } = await newNora(mila);
  const page = `/tasks/${await addTask(family, { title: "Water the plants" })}/edit`;
  const stranger = await newStranger(page);
  expect(stranger.url).toBe(`/auth?redirectTo=${encodeURIComponent(page)}`);
  fillCredentials(stranger, family.email, "correct horse 7");
  await stranger.press("Log In");
  expect(stranger.url).toBe(page);
  expect(stranger.field("Title").value).toBe("Water the plants");
});

test("a signed-in user goes straight to the dashboard, and a visitor to the sign-in page", async () => {
  const { nora } = await newNora(mila);
  for (const path of ["/", "/auth", "/auth?mode=signup"]) {
    await nora.visit(path);
    expect(nora.url).toBe("/dashboard");
  }
  const stranger = await newStranger("/");
  expect(stranger.url).toBe("/auth");
  expect(stranger.text).toContain("Your AI Assistant");
});

test("a session ended elsewhere is over here too", async () => {
  const { nora, family } = await newNora(mila);
  await nora.visit("/dashboard");
  await family.post("/sign-out");
  await nora.reload();
  expect(nora.url).toBe("/auth?redirectTo=%2Fdashboard");
});

test("the Google button looks switched off where Google is not set up, and says so in one sentence", async () => {
  const stranger = await newStranger("/auth");
  expect(stranger.text).toContain("Continue with Google not set up here");
  await stranger.press("Continue with Google");
  expect(stranger.alert).toContain(
    "Error Google sign-in isn't set up here, so please use your email and password.",
  );
  expect(stranger.text).not.toContain("GOOGLE_CLIENT");
  expect(stranger.url).toBe("/auth");
});

test("a wrong address and a short password are refused beside their fields and stay there", async () => {
  const stranger = await newStranger("/auth?mode=signup");
  stranger.skipBrowserChecks();
  fillCredentials(stranger, "nobody at home", "short");
  await stranger.press("Sign Up", { status: 400 });
  expect(stranger.field("Email").description).toBe("This doesn't look like an email address");
  expect(stranger.field("Email").value).toBe("nobody at home");
  expect(stranger.field("Password").description).toContain("Use at least 6 characters");
  expect(stranger.buttons()).toContain("Sign Up");
});

test("empty fields say what is missing", async () => {
  const stranger = await newStranger("/auth");
  stranger.skipBrowserChecks();
  await stranger.press("Log In", { status: 400 });
  expect(stranger.field("Email").description).toBe("Please enter your email address");
  expect(stranger.field("Password").description).toBe("Please enter your password");
});

test("without email, the forgotten-password page says who can make a link", async () => {
  const stranger = await newStranger("/auth");
  await stranger.follow("Forgot your password?");
  expect(stranger.text).toContain("Email isn't set up here yet, so I can't send you a link.");
  expect(stranger.text).toContain("Ask Mila's owner");
  expect(stranger.text).toContain("npm run users -- reset-link you@example.com");
  expect(stranger.fields()).toEqual([]);
});

test("a link that expires while the password is typed says so", async () => {
  const { family } = await newNora(mila);
  const stranger = await newStranger(await passwordLink(mila, family));
  await passwordLink(mila, family);
  stranger.fill("New password", "another horse 8");
  await stranger.press("Save new password");
  expect(stranger.heading).toBe("This link no longer works");
});

test("a common password is refused, and the link still works", async () => {
  const { family } = await newNora(mila);
  const stranger = await newStranger(await passwordLink(mila, family));
  stranger.fill("New password", "iloveyou");
  await stranger.press("Save new password", { status: 400 });
  expect(stranger.field("New password").description).toContain("This password is too common");
  stranger.fill("New password", "another horse 8");
  await stranger.press("Save new password");
  expect(stranger.toast).toContain("Password changed");
});
