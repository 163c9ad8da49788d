-- Decision 0317: the price of a goods in the lists is that of variants in stock, while any is.
with offer as (
  select goods_id, min(price) as price_min, max(price) as price_max, (array_agg(obl order by price, obl desc, id))[1] as obl
  from (select *, (stock > 0) = bool_or(stock > 0) over (partition by goods_id) as is_had
    from goods_sku where state = 'forsale') s
  where is_had group by goods_id
)
update goods g set price_min = o.price_min, price_max = o.price_max, obl = o.obl from offer o
where g.id = o.goods_id and (g.price_min, g.price_max, g.obl) is distinct from (o.price_min, o.price_max, o.obl);
update goods_listing i set price_min = g.price_min from goods g where g.id = i.goods_id and i.price_min <> g.price_min;
