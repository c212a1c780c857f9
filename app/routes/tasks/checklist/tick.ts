import { markOnPage } from "./mark.server.ts";

export { tickCheck as clientAction } from "#app/ui/offline/waiting-action.ts";
export { default, loader } from "#app/routes/not-found.tsx";

export const action = markOnPage({ isTicked: true });
