/** A construct that JavaScript's expressions cannot express, by its name. */
export class UnsupportedRegex extends Error {}
