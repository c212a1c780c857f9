import { journeyBothWays } from "../../journey.ts";

journeyBothWays("a name is saved in the profile", async ({ tab }) => {
  await tab.visit("/preferences/profile");
  await tab.isAlive();
  await tab.fill("First Name", "Nora");
  await tab.press("Save Changes");
  await tab.sees("Profile updated!");
  await tab.visit("/preferences/profile");
  await tab.holds("document.querySelector('[name=firstName]').value === 'Nora'");
});

journeyBothWays("an unknown time zone is refused beside its field, and stays", async ({ tab }) => {
  await tab.visit("/preferences/profile");
  await tab.isAlive();
  await tab.fill("First Name", "Nora");
  await tab.fill("Time zone", "Atlantis");
  await tab.press("Save Changes");
  await tab.sees("I don't know this time zone.");
  await tab.holds("[...document.querySelectorAll('input')].some(({ value }) => value === 'Nora')");
});

journeyBothWays("the dark theme is chosen, and is dark", async ({ tab }) => {
  await tab.visit("/preferences");
  await tab.isAlive();
  await tab.press("More: menu");
  await tab.press("Dark");
  await tab.holds(
    "getComputedStyle(document.documentElement).backgroundColor === 'rgb(28, 23, 29)'",
  );
  await tab.visit("/dashboard");
  await tab.holds(
    "getComputedStyle(document.documentElement).backgroundColor === 'rgb(28, 23, 29)'",
  );
});
