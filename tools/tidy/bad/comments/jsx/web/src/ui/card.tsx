export const Card = () => null;
// <Card title={title} />
