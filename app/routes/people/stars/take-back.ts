import { takeStarsBack } from "#app/domain/children/stars.server.ts";
import { pageAction } from "#app/server/action.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = pageAction("/people/:id/stars", async ({ db, viewer, id, params }) => {
  const ids = { personId: id, giftId: params.sid ?? "" };
  return (await takeStarsBack(db, viewer, ids)) && toast("success", "Stars taken back");
});
