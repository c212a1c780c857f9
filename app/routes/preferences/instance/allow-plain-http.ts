import { createClientAction } from "#app/ui/saving/client-action.ts";
import { plainHttp } from "#app/domain/instance/input.ts";
import { allowPlainHttp } from "#app/domain/instance/plain-http.server.ts";
import { requireForm } from "#app/server/form.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { ownerAction } from "./owner.server.ts";

export const clientAction = createClientAction();
export { default, loader } from "#app/routes/not-found.tsx";

export const action = ownerAction("/preferences/instance", async ({ db, request }) => {
  const { allowed } = await requireForm(request, plainHttp);
  await allowPlainHttp(db, allowed === "yes");
  return toast(
    "success",
    allowed === "yes"
      ? "Tasks apps at home may connect without encryption"
      : "Tasks apps need an encrypted connection now",
  );
});
