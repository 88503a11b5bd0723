/** What people call a player, and its colour. */
export interface PlayerLook {
  /** As in "Red wins". Two handles of one side may share it. */
  readonly name: string;
  /** Tells those of one name apart: "goal", "front". */
  readonly role?: string;
  /** A CSS colour, for the player's pad and the bar. */
  readonly colour?: string;
}

/** "Red, front": which of a side. */
export function fullName({ name, role }: PlayerLook): string {
  return role === undefined ? name : `${name}, ${role}`;
}
