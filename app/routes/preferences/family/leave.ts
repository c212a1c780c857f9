import { createClientAction } from "#app/ui/saving/client-action.ts";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/preferences/family/members", async ({ db, viewer, id }) => {
  const outcome = await leaveHousehold(db, viewer, id);
  if (outcome === "missing") return null;
  if (outcome === "hand_over_first")
    return toast("error", "Error", { message: "Make someone else the owner first." });
  if (outcome === "is_alone")
    return toast("error", "Error", { message: "You're the only one in this household." });
  return redirectWithToast("/dashboard", toast("success", "You now have your own household"));
});
