// Understands a request, and prints who understood it and whether the SDK was loaded.
import { registerHooks } from "node:module";

let isSdkLoaded = false;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "openai") isSdkLoaded = true;
    return next(specifier, context);
  },
});
const { understand } = await import("#app/domain/understanding/understand.server.ts");
const request = {
  text: "mom, or whoever it was that wanted to have a look at the old car again",
  timeZone: "UTC",
  now: "2026-10-07T12:30:00.000Z",
  familyMembers: [],
  userId: "1",
};
const { by } = await understand(request, { log: () => {} });
console.log(JSON.stringify({ by, isSdkLoaded }));
