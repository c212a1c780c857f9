import type { ActionFunctionArgs } from "@remix-run/node";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { familyMemberInput } from "#app/domain/people/family/input.ts";
import { tooManyPeople } from "#app/domain/people/room-for-people.server.ts";
import { mayInvite } from "#app/domain/people/household/rules.ts";
import { requireConfirmedForm } from "#app/server/confirmed.server.ts";
import { withTypedValues } from "#app/server/form.server.ts";
import { forbidden } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import type { FormOwner } from "#app/server/sign-in/kept-form.server.ts";
import { database } from "#db/connection.server.ts";
import {
  alreadyHereError,
  ownAddressError,
  readFamilyForm,
  sameNameError,
} from "./member-form.server.ts";

const keepFields = Object.keys(familyMemberInput.shape);

export async function typedMember(viewer: FormOwner, request: Request) {
  const typed = await withTypedValues(viewer, request, {
    name: "",
    relation: "spouse",
    phone: "",
    email: "",
    invite: "",
  });
  // Browsers omit unchecked boxes, so a form that comes back without the box stays unchecked.
  return typed.name === "" ? { ...typed, invite: "on" } : typed;
}

/** Asks for the password again before an invitation, like the page for invitations. */
export async function addFromForm(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields });
  const form = args.request.clone();
  const { facts, invite, refuse } = await readFamilyForm(args.request);
  if (!facts) return { viewer, refused: refuse() };
  if (invite && !mayInvite(viewer)) forbidden();
  if (invite) await requireConfirmedForm(viewer, form, keepFields);
  const outcome = await addFamilyMember(database(), viewer, facts, { invite });
  if (outcome === "own_address") return { viewer, refused: refuse(ownAddressError) };
  if (outcome === "already_here") return { viewer, refused: refuse(alreadyHereError) };
  if (outcome === "same_name") return { viewer, refused: refuse(sameNameError(facts.name)) };
  if (outcome === "full") return { viewer, refused: refuse({ name: [tooManyPeople] }) };
  return { viewer, name: facts.name, isInvited: outcome === "invited" };
}
