interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** "Nora Berg"; null if neither name is known. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].filter(Boolean).join(" ") || null;
}

/** Others know people by their name, else by their address. */
export function personName(person: Named & { email: string }): string {
  return fullName(person) ?? person.email;
}
