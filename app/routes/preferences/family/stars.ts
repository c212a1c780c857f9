import { starsSwitch } from "#app/domain/children/input.ts";
import { turnStars } from "#app/domain/children/stars.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async (press) => {
  const isOn = (await requireForm(press.request, starsSwitch)).isOn === "yes";
  await turnStars(press.db, press.viewer, { isOn });
  return isOn
    ? toast("success", "Stars are on", { message: "Each task that a child does gives one." })
    : toast("success", "Stars are off", { message: "Those that were given are kept." });
});
