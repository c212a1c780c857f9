import type { IncomingMessage } from "node:http";
import type { Kysely } from "kysely";
import type { AppViewer } from "#app/domain/caldav/app-viewer.ts";
import type { Database, TokenAccess } from "#db/schema.ts";
import type { Place } from "./paths.ts";

export interface DavCall {
  db: Kysely<Database>;
  viewer: AppViewer;
  access: TokenAccess;
  email: string;
  place: Place;
  /** The request's body. */
  text: string;
  headers: IncomingMessage["headers"];
}

export interface DavAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}
