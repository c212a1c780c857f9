// Keeps shared texts until a page has taken them, also without a connection and during sign-in.
import {
  pageForShared,
  type SharedAnswer,
  sharedField,
  sharedFields,
  type SharedQuestion,
  sharedText,
} from "#app/domain/tasks/offline/shared-input.ts";
import { answerPage, readLastUserId, readUserId } from "./copies.ts";
import { tellPages } from "./queue/pages.ts";
import { newKey, nonceBytes, seal, unseal } from "./seal.ts";

const cacheName = "mila-shared";
const maxKept = 20;
const keptMs = 24 * 3_600_000;
/** The server takes no longer forms either. */
const maxLength = 256 * 1_024;

const ownerHeader = "X-Mila-Owner";
const keptAtHeader = "X-Mila-Kept-At";

/** Leads to the page that takes it. If it can't be kept, the server answers. */
export async function takeShared(request: Request): Promise<Response> {
  const form = request.clone();
  try {
    const text = sharedText(sharedFields(await form.formData()));
    return Response.redirect(await keepShared(text), 303);
  } catch {
    return answerPage(request);
  }
}

/**
 * The key is in the address alone, so only the window into which it was shared can open it. A page
 * of its user that is open and on screen may take it first.
 */
async function keepShared(text: string): Promise<string> {
  if (text.length > maxLength) throw new Error("Too long to keep");
  const page = pageForShared(text);
  if (!text.trim()) return page;
  await forgetOldShared();
  const ticket = `${crypto.randomUUID()}.${await newKey()}`;
  await put(ticket, await readLastUserId(), { text });
  const userId = await readUserId();
  if (userId) await tellPages({ page, ticket, userId });
  return `${page}?${new URLSearchParams({ [sharedField]: ticket })}`;
}

const taken = new Set<string>();

/** Answers one question after the other: a page that closes asks two at once. */
export const answerAboutShared = (question: SharedQuestion): Promise<SharedAnswer> =>
  navigator.locks.request("mila-shared-answers", () => answer(question));

async function answer(question: SharedQuestion): Promise<SharedAnswer> {
  const { type, ticket, userId, typed, hasTyped } = question;
  if (type === "read") return read(ticket, userId);
  if (type === "remove") {
    taken.add(ticket);
    await remove(ticket);
    return {};
  }
  const { text } = await read(ticket, userId);
  await put(ticket, userId, { text: [typed, text].filter(Boolean).join("\n"), hasTyped });
  return {};
}

async function put(
  ticket: string,
  userId: string | undefined,
  shared: SharedAnswer,
): Promise<void> {
  const { address, key } = readTicket(ticket);
  const { nonce, words } = await seal(key, shared);
  const headers = { [ownerHeader]: userId ?? "", [keptAtHeader]: new Date().toISOString() };
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(new Blob([nonce, words]), { headers }));
}

/** Deletes it if somebody else has signed in. */
async function read(ticket: string, userId: string): Promise<SharedAnswer> {
  await forgetOldShared();
  const { address, key } = readTicket(ticket);
  const kept = await caches.match(address, { cacheName });
  if (!kept) return { isTaken: taken.has(ticket) };
  const owner = kept.headers.get(ownerHeader);
  if (owner && owner !== userId) {
    await remove(ticket);
    return {};
  }
  const sealed = await kept.arrayBuffer();
  const nonce = new Uint8Array(sealed.slice(0, nonceBytes));
  return (await unseal<SharedAnswer>(key, { nonce, words: sealed.slice(nonceBytes) })) ?? {};
}

async function remove(ticket: string): Promise<void> {
  await (await caches.open(cacheName)).delete(readTicket(ticket).address);
}

function readTicket(ticket: string) {
  const [id = "", key = ""] = ticket.split(".");
  return { address: `/shared/${id}`, key };
}

export const forgetOldShared = (): Promise<void> =>
  forgetShared(
    (kept, countAfter) =>
      countAfter >= maxKept || !(Date.now() - Date.parse(kept.get(keptAtHeader) ?? "") < keptMs),
  );

export const forgetSharedOf = (userId: string): Promise<void> =>
  forgetShared((kept) => kept.get(ownerHeader) === userId);

async function forgetShared(
  isForgotten: (kept: Headers, countAfter: number) => boolean,
): Promise<void> {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  for (const [index, key] of keys.entries()) {
    const kept = await caches.match(key, { cacheName });
    if (kept && isForgotten(kept.headers, keys.length - index - 1)) await cache.delete(key);
  }
}
