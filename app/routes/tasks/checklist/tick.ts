import { couldNotChange, createClientAction } from "#app/ui/saving/client-action.ts";
import { markOnPage } from "./mark.server.ts";

export const clientAction = createClientAction(couldNotChange);
export { default, loader } from "#app/routes/not-found.tsx";

export const action = markOnPage({ isTicked: true });
