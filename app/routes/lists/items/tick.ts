import { markItemOnPage } from "./mark.server.ts";

export { tickItem as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = markItemOnPage({ isTicked: true });
