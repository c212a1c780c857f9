import {
  type Calendar,
  deleteCalendar,
  findCalendar,
  makeCalendar as make,
  renameCalendar,
  setCalendar,
} from "#app/domain/caldav/calendars.server.ts";
import { listInput } from "#app/domain/lists/input.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import type { DavAnswer, DavCall } from "./call.ts";
import { DavError, notFound } from "./dav-error.ts";
import { href, multistatus, propertyStatus } from "./multistatus.ts";
import { calendarPath, type Place } from "./paths.ts";
import { requireXml } from "./require-xml.ts";
import { apple, cal, childNamed, childrenNamed, dav, element, type XmlElement } from "./xml.ts";

/** Makes a list. @throws DavError */
export async function makeCalendar(call: DavCall, place: Place): Promise<DavAnswer> {
  const { db, viewer } = call;
  if (place.type !== "calendar") throw new DavError(403, "A calendar can't be made here.");
  const { segment } = place;
  if (await findCalendar(db, viewer, segment)) throw taken();
  const properties = call.text.trim() === "" ? [] : propertiesSet(requireXml(call));
  const components = properties.find(
    ({ name }) => name === cal("supported-calendar-component-set"),
  );
  const wanted = (components?.children ?? []).map(({ attributes }) => attributes.name);
  if (components && !wanted.includes("VTODO"))
    throw new DavError(403, "Mila's lists hold to-dos.", {
      condition: element(cal("supported-calendar-component")),
    });
  const said = properties.find(({ name }) => name === dav("displayname"))?.text;
  const name = listInput.safeParse({ name: said ?? segment });
  if (!name.success) throw new DavError(403, "A list needs a name of at most 60 characters.");
  await inTransaction(db, async (trx) => {
    const made = await make(trx, viewer, { segment, name: name.data.name });
    if (made === "taken") throw new DavError(409, "There is a list of this name.");
    if (made === "too_many") throw new DavError(507, "Your household has the most lists it can.");
    if (made === "bad_address") throw new DavError(403, "A calendar can't have this address.");
    const set = readChanges(properties);
    await setCalendar(trx, viewer, { segment }, set);
  });
  return { status: 201 };
}

const taken = () =>
  new DavError(405, "There is a calendar already.", {
    condition: element(dav("resource-must-be-null")),
  });

const propertiesSet = (root: XmlElement): XmlElement[] =>
  childrenNamed(root, dav("set")).flatMap((set) => childNamed(set, dav("prop"))?.children ?? []);

const colorForm = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;
const orderForm = /^\d{1,9}$/;

function readChanges(properties: readonly XmlElement[]) {
  const textOf = (name: string) =>
    properties.find((property) => property.name === name)?.text.trim() ?? "";
  const [color, order] = [textOf(apple("calendar-color")), textOf(apple("calendar-order"))];
  return {
    ...(colorForm.test(color) && { color }),
    ...(orderForm.test(order) && { order: Number(order) }),
  };
}

export async function removeCalendar(
  { db, viewer }: DavCall,
  calendar: Calendar,
): Promise<DavAnswer> {
  if (!(await deleteCalendar(db, viewer, calendar)))
    throw new DavError(403, `${calendar.name} stays.`);
  return { status: 204 };
}

/** Changes all properties or none (RFC 4918, 9.2). */
export async function patchProperties(call: DavCall, calendar: Calendar): Promise<DavAnswer> {
  const { db, viewer, place } = call;
  if (place.type !== "calendar") throw notFound();
  const root = requireXml(call, "propertyupdate");
  const set = propertiesSet(root);
  const removed = childrenNamed(root, dav("remove")).flatMap(
    (remove) => childNamed(remove, dav("prop"))?.children ?? [],
  );
  const path = calendarPath(viewer.userId, calendar.segment);
  const answer = (status: number, names: readonly string[]) =>
    names.length === 0
      ? []
      : [
          propertyStatus(
            status,
            names.map((name) => element(name)),
          ),
        ];
  const wanted = [...set, ...removed].map(({ name }) => name);
  const refused = [...set.filter((each) => !isSettable(each)), ...removed.filter(isKept)];
  const isRenamed = await inTransaction(db, async (trx) => {
    if (refused.length > 0) return false;
    const name = set.find((each) => each.name === dav("displayname"));
    const parsed = name && listInput.safeParse({ name: name.text });
    if (name && !parsed?.success) return false;
    if (parsed?.data && !(await renameCalendar(trx, viewer, calendar, parsed.data.name)))
      return false;
    const cleared = removed.map((each) => each.name);
    await setCalendar(trx, viewer, calendar, {
      ...readChanges(set),
      ...(cleared.includes(apple("calendar-color")) && { color: null }),
      ...(cleared.includes(apple("calendar-order")) && { order: null }),
    });
    return true;
  });
  const bad = isRenamed ? [] : refused.map(({ name }) => name);
  const guilty = !isRenamed && bad.length === 0 ? [dav("displayname")] : bad;
  const others = wanted.filter((name) => !guilty.includes(name));
  const parts = isRenamed ? answer(200, wanted) : [...answer(403, guilty), ...answer(424, others)];
  return multistatus([element(dav("response"), [href(path), ...parts])]);
}

function isSettable({ name, text }: XmlElement): boolean {
  if (name === dav("displayname")) return true;
  if (name === apple("calendar-color")) return colorForm.test(text.trim());
  return name === apple("calendar-order") && orderForm.test(text.trim());
}

/** Removing a property that was never set is fine. */
const isKept = ({ name }: XmlElement) => name.startsWith("DAV: ");
