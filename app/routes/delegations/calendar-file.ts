import type { LoaderFunctionArgs } from "@remix-run/node";
import { writeRequestFile } from "#app/domain/delegation/views/request-page.server.ts";
import { sendCalendarFile } from "#app/server/calendar-file.server.ts";
import { noSuchFile } from "#app/server/http-errors.server.ts";
import { openRequest } from "./open-request.server.ts";
import { publicOrigin } from "#app/server/instance.server.ts";
import { database } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

export async function loader(args: LoaderFunctionArgs) {
  const { page: request } = await openRequest(args);
  if (request.status === "link_ended") noSuchFile();
  const page = `/delegations/${args.params.token}`;
  return sendCalendarFile(
    await writeRequestFile(database(), request.id, publicOrigin && publicOrigin + page),
    page,
  );
}
