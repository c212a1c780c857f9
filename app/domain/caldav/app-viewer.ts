import type { ZonedViewer } from "#app/domain/core/viewer.ts";

/** A person, by a tasks app that has a token of its own. */
export interface AppViewer extends ZonedViewer {
  tokenId: string;
}
