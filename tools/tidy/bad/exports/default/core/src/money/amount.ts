export default function add(a: bigint, b: bigint) {
  return a + b;
}
