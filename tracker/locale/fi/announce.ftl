# Mitä tuomari sanoo. BALL, BALLS: pallo tai luettelo palloista; POCKET: pussi. Muodot: katso kielen kielioppi.

ruling-open = Ratkaisu avoinna.
ruling-correction = Korjaus.
ruling-correction-of = Korjaus, lyönti { $n }.
ruling-no-foul = Ei virhettä.
ruling-goes-on = Peli jatkuu.
ruling-still-in = { $player } on yhä mukana.
ruling-legal = Sääntöjen mukainen lyönti.
ruling-undone = Peruttu.

# Minne pallot palautetaan. `Sen` on edellä mainittu pallo.
spot-list = Pilkutetaan: { $places }.
spot-restore = Palautetaan paikalleen: { $places }.
spot-not = Ei pilkuteta: { BALLS($balls) }.
place-foot-spot = { BALL($ball) } alapisteeseen
place-head-spot = { BALL($ball) } yläpisteeseen
place-centre-spot = { BALL($ball) } keskipisteeseen
place-behind-it = { BALL($ball) } sen taakse
place-before-it = { BALL($ball) } sen eteen
place-behind-foot = { BALL($ball) } pilkutuslinjalle, { $cm } sentin päähän alapisteestä kohti alavallia
place-before-foot = { BALL($ball) } pilkutuslinjalle, { $cm } sentin päähän alapisteestä kohti keskipistettä
place-right-of-foot = { BALL($ball) } alalinjalle, { $cm } sentin päähän alapisteestä oikealle
place-left-of-foot = { BALL($ball) } alalinjalle, { $cm } sentin päähän alapisteestä vasemmalle
place-on-long = { BALL($ball) } keskilinjalle, { $cm } sentin päähän ylävallista
place-right = { BALL($ball) }, { $cm } sentin päähän ylävallista, { $across } sentin päähän keskilinjasta oikealle
place-left = { BALL($ball) }, { $cm } sentin päähän ylävallista, { $across } sentin päähän keskilinjasta vasemmalle

# Virheet
say-foul = Virhe, { $player }: { $reasons }.
say-foul-nobody = Virhe: { $reasons }.
foul-with-ball = { $reason } ({ BALL($ball) })
foul-with-clause = { $reason } ({ $clause })
say-third-foul = { $n ->
    [one] Kolmas virhe peräkkäin: 1 piste pois.
   *[other] Kolmas virhe peräkkäin: { $n } pistettä pois.
    }
say-unsporting = Epäurheilijamainen käytös, { $player }: { $n ->
    [one] 1 piste pois.
   *[other] { $n } pistettä pois.
    }
foul-unknown = sääntörikkomus
foul-no_object_ball = kivi ei osunut kohdepalloon
foul-wrong_ball_first = ensin väärä pallo
foul-simultaneous_first_contact = osuma kahteen palloon yhtä aikaa
foul-no_cushion = ei vallia osuman jälkeen
foul-frozen_ball_not_driven = vallissa kiinni ollut pallo: ei pussitusta eikä uutta vallia osuman jälkeen
foul-frozen_ball_not_driven-ball = vallissa kiinni ollut { BALL($ball) }: ei pussitusta eikä uutta vallia osuman jälkeen
foul-scratch = kivi pussiin
foul-scratch-ball = { BALL($ball) } pussiin
foul-cue_ball_off_table = kivi pöydältä
foul-cue_ball_off_table-ball = { BALL($ball) } pöydältä
foul-object_ball_off_table = kohdepallo pöydältä
foul-object_ball_off_table-ball = { BALL($ball) } pöydältä
foul-jumped_object_ball = kohdepallo pöydältä
foul-jumped_object_ball-ball = { BALL($ball) } pöydältä
foul-touched_ball = palloon koskettu
foul-touched_ball-ball = koskettu { BALL($ball, form: "ill") }
foul-no_foot = molemmat jalat irti lattiasta
foul-balls_moving = pallot vielä liikkeessä
foul-illegal_jump = luvaton hyppylyönti
foul-third_ball_disturbed = kolmanteen palloon koskettu
foul-double_hit = keppi kosketti kiveä kahdesti
foul-push = työntölyönti
foul-kitchen_placement = kivi ei ylälinjan takana
foul-kitchen_not_crossed = ylälinja ylittämättä ennen osumaa
foul-not_tip = ei lyöty kepin kärjellä
foul-placed_with_tip_forward = kiveä siirretty kärjellä eteenpäin asetettaessa
foul-returned_by_object = pallo palasi vieraan esineen kautta
foul-table_marked = pöytään tehty merkki
foul-gap_measured = väli mitattu apuvälineellä
foul-illegal_break = epäonnistunut aloitus
foul-safety_break = turvalyönti aloituksessa
foul-wrong_cue_ball_on_break = väärä kivi aloituksessa
foul-not_from_kitchen = aloitus ei ylälinjan takaa
foul-not_foot_rack_first = osuma ei ensin alakolmioon
foul-cue_ball_first_on_break = aloituksessa ensin hullu kivi
foul-not_open_break = aloitus ei avautunut
foul-touched_ball_while_sticking = palloon koskettu kepin ollessa pöydällä
foul-whammy_on_bonus_stroke = whammy pussiin lisälyönnillä
foul-lag_side_cushion = teikkaus osui sivuvalliin
foul-lag_crossed = teikkaus meni toisen puolelle
foul-lag_pocketed = teikkaus meni pussiin
foul-lag_no_foot_cushion = teikkaus ei osunut alavalliin
foul-lag_in_jaws = teikkaus jäi pussin suulle
foul-lag_off_table = teikkaus lensi pöydältä
foul-unsporting = epäurheilijamainen käytös

# Loki merkki merkiltä
log-FOUL = Virhe: { $reason }.
log-SCORE = { $p } saa { BALLS($balls, form: "gen") }.
log-PILE = { $p } laittaa kasaan { BALLS($balls, form: "gen") }.
log-PENALTY = { $p } maksaa sakkona { BALLS($balls, form: "gen") }.
log-SPOT = { UPPER($named) } { $n ->
    [one] pilkutetaan.
   *[other] pilkutetaan.
    }
log-OWES = { $n ->
    [one] { $p } on pallon velkaa pelaajalle { $q }.
   *[other] { $p } on { $n } palloa velkaa pelaajalle { $q }.
    }
log-OWES-TABLE = { $n ->
    [one] { $p } on pallon velkaa pöydälle.
   *[other] { $p } on { $n } palloa velkaa pöydälle.
    }
log-PAID = { $p } antaa pelaajalle { $q } { BALLS($balls, form: "gen") }: velka maksettu.
log-PAID-TABLE = { $p } antaa pöydälle { BALLS($balls, form: "gen") }: velka maksettu.
log-STICK = Keppi on pöydällä: nyt ei lyödä.
log-UNSTICK = Keppi nostettu pöydältä.
log-WHAMMY = { $p } pussittaa { BALL($ball, form: "gen") }: whammy numero { $n }.
log-GIVE = { $p } antaa pelaajalle { $q } { BALLS($balls, form: "gen") }.
log-TAKE = { $p } ottaa pelaajalta { $q } { BALLS($balls, form: "gen") }.
log-SWAP = { $p } ja { $q } vaihtavat: { BALL($ball) } ja { BALL($other) }.
log-NO_SWAP = { $p } ja { $q } eivät vaihda.
log-NOTHING = { $p }: ei mitään annettavaa.
log-REDRAW = { $p } nostaa uuden herneen.
log-RETURN = { $p } palauttaa { BALLS($balls, form: "gen") }.
log-REPOSITION = { $p } asettaa { BALL($ball, form: "gen") }.
log-REPOSITION-extra = { $p } siirtää myös { BALL($ball, form: "gen") }.
log-REPOSITION-dead = { $p } palauttaa { BALL($ball, form: "gen") }: sitä ei lasketa.
log-REPLACE_PRE_BREAK = { UPPER($named) } palaa aloituspaikalleen.
log-OUT = { $p } on ulkona: { $reason }.
log-BUST = { $p } meni yli.
log-DISQUALIFIED = { $p } ei ilmoittanut ylitystä ajoissa: hylätty.
log-CLAIM_REJECTED = { $p } ei ole loppupisteissä: ilmoitus hylätty.
log-WIN = { $p } voittaa.
log-PREDICTION = { $p } ennustaa: { $n ->
    [one] 1 pallo
   *[other] { $n } palloa
    }, { $points ->
    [one] 1 piste.
   *[other] { $points } pistettä.
    }
log-PREDICTION_MET = { $p }: ennustus toteutui.
log-PREDICTION_MISSED = { $p }: ennustus ei toteutunut.
log-REMOVE = { $p } poistaa kasasta { BALLS($balls, form: "gen") }.
log-IN_HAND = { $p }: { BALLS($balls) } kädessä ylälinjan takana.
log-IN_HAND-anywhere = { $p }: { BALLS($balls) } vapaasti kädessä.
log-NEXT = Vuorossa { $p }, lyönti { $n }.
log-COIN_FLIP = Tasan, kolikko ratkaisee: { NAMES($players) }.
log-END_OF_BALLS = Numeropalloja ei ole enää pöydällä.
log-STROKE_WHILE_STUCK = Lyönti kepin ollessa pöydällä: tuomari ratkaisee.
log-POINTS = { $p }: { $n ->
    [one] 1 piste.
   *[other] { $n } pistettä.
    }
log-GROUPS-solids = { $p } pelaa kokovärisiä.
log-GROUPS-stripes = { $p } pelaa puolivärisiä.
log-CALL = { $p } maalaa: { BALL($ball) } { POCKET($pocket, form: "ill") }.
log-CALL_MADE = Maalattu pallo pussitettu.
log-CALL_MISSED = Maalaus epäonnistui.
log-SAFETY = { $p }: turvalyönti.
log-PUSH_OUT = { $p } lyö push outin.
log-FOUL_RUN = { $p }: { $n ->
    [one] 1 virhe.
   *[other] { $n } virhettä peräkkäin.
    }
log-WARN-two_fouls = { $p }: kaksi virhettä peräkkäin. Kolmannesta seuraa rangaistus.
log-WARN = { $p } saa varoituksen.
log-OPTIONS = { $p } saa valita: { $options }.
log-CHOICE = { $p } valitsi: { $option }.
log-RERACK = Kakkuun { $n ->
    [one] 1 pallo.
   *[other] { $n } palloa.
    }
log-PLACE-head_spot = { UPPER($named) } asetetaan yläpisteeseen.
log-PLACE-centre_spot = { UPPER($named) } asetetaan keskipisteeseen.
log-PLACE-foot_spot = { UPPER($named) } asetetaan alapisteeseen.
log-LAG = { $p } voittaa teikkauksen.
log-REPLAY_LAG = Teikkaus uusitaan.
log-DRAW = Tasapeli: { $reason }.
log-LOSS = { $p } häviää: { $reason }.
log-RACK = Erän voittaa { $p }.

# Syyt: häviö, poistuminen, voitto, tasapeli
reason-unknown = sääntöjen mukaan
reason-disqualified = ylitystä ei ilmoitettu ajoissa
reason-fourth_whammy = neljäs whammy
reason-three_fouling_innings = kolmas virhevuoro peräkkäin
reason-left = poistui pelistä
reason-conceded = luovutus
reason-three_fouls = kolme virhettä peräkkäin
reason-eight_early = kasi ennen aikojaan
reason-eight_on_foul = kasi virhelyönnillä
reason-eight_wrong_pocket = kasi väärään pussiin
reason-eight_off_table = kasi pöydältä
reason-eight_with_last_ball = kasi samalla lyönnillä viimeisen oman pallon kanssa
reason-eight_on_safety = kasi turvalyönnillä
reason-eight_not_called = kasi maalaamatta
reason-nobody_left = ketään ei ole enää pelissä
reason-eight_made = kasi pussiin
reason-nine_made = ysi pussiin
reason-target_reached = tavoite täynnä
reason-final_score = loppupisteet täynnä
reason-stalemate = kumpikaan ei enää yrittänyt
reason-unsporting = epäurheilijamainen käytös
reason-last_player = viimeisenä pelissä
reason-end_of_balls = eniten pisteitä pallojen loppuessa
reason-tie_pea = pisteet tasan, herne lähempänä kahdeksaa
reason-tie_balls = pisteet ja herne tasan, enemmän palloja
reason-coin = kolikolla
reason-lag = lähempänä ylävallia
reason-races = tarvittavat erät voitettu
reason-excluded = tuomari sulki kilpailusta
reason-override = tuomarin päätös

# Mitä pelaaja voi valita
option-accept = pelaa asetelmasta
option-kitchen = käsipallo ylälinjan takaa
option-anywhere = vapaa käsipallo
option-rerack-i-break = uusi kakku ja oma aloitus
option-rerack-you-break = uusi kakku, toinen aloittaa
option-rebreak = aloittaja aloittaa uudelleen
option-spot-8 = kasi pilkutetaan ja peli jatkuu
option-open = avoin pöytä
option-play = pelaa
option-give-back = antaa lyönnin takaisin
option-push-out = push out
option-bonus = lisälyönti
option-safety = turvalyönti
option-called = maalauslyönti
option-break = aloittaa
option-pass = antaa toisen aloittaa
option-solids = kokoväriset
option-stripes = puoliväriset
option-true = kyllä
option-false = ei
option-win = loppupisteet täynnä
option-bust = yli meni

# Tilanne, ja kuka on vuorossa
score-points = { $player }: { $n ->
    [one] 1 piste
   *[other] { $n } pistettä
    }
score-points-minus = { $player }: { $n ->
    [one] miinus 1 piste
   *[other] miinus { $n } pistettä
    }
score-racks = { $player } { $n }
score-list = { $scores }.
score-racks-list = Erät: { $scores }.
score-stash = { $player }: { $balls ->
    [one] 1 pallo
   *[other] { $balls } palloa
    }, { $n ->
    [one] 1 piste
   *[other] { $n } pistettä
    }
score-stash-none = { $player }: ei palloja
score-owes = { $player }, velkojat: { $whom }
score-table = pöytä
score-one-to-win = { $player } tarvitsee voittoon enää yhden pallon.
next-player = Vuorossa { $player }.
next-stroke = { $player } jatkaa, lyönti { $n }.
next-again = { $player } jatkaa.
next-break = { $player } aloittaa.
next-lag = Seuraavaksi teikataan.
next-on-ball = Ensin { BALL($ball) }.
next-on-solids = Pelaa kokovärisiä.
next-on-stripes = Pelaa puolivärisiä.
next-on-open = Pöytä on avoin.
next-in-hand = Vapaa käsipallo.
next-in-hand-behind-head-string = Käsipallo ylälinjan takaa.
next-in-hand-named = { UPPER($named) } kädessä.
next-in-hand-behind-head-string-named = { UPPER($named) } kädessä ylälinjan takana.
next-options = Saa valita: { $options }.
over-match = Ottelun voittaa { $winner }: { $reason }.
over-match-lost = { $loser } häviää: { $reason }. Ottelun voittaa { $winner }.
over-set = Setin voittaa { $winner }: { $reason }.
over-set-lost = { $loser } häviää: { $reason }. Setin voittaa { $winner }.
over-rack = Erän voittaa { $winner }: { $reason }.
over-rack-lost = { $loser } häviää: { $reason }. Erän voittaa { $winner }.
over-nobody = Peli on päättynyt: { $reason }.
player-seat = Pelaaja { $n }
stroke-legal = Lyönti { $n }: sääntöjen mukainen
stroke-foul = Lyönti { $n }: virhe
more-events = ja vielä { $n } muiden pallojen kesken
stroke-open = Lyönti { $n }: ratkaisu avoinna

# Toisto päätteellä.
told-stroke = lyönti { $n }
told-between = lyöntien välissä
told-legal = sallittu
told-foul = virhe
told-open = avoin
told-waits = { $verdict }; seuraavan pelaajan ratkaisee vastaus
told-strokes = { $n ->
    [one] { $n } lyönti tuomittu
   *[other] { $n } lyöntiä tuomittu
    }
told-none-ruled = yhtäkään lyöntiä ei voitu tuomita pelinä { $game } (nähtyjä: { $n }): syy on yllä olevilla riveillä. Onko pöydällä tämä peli (--game) ja tämä pallosarja (--balls)? --game none kertoo pelkät lyönnit
told-fouls = { $n ->
    [one] { $n } virhe
   *[other] { $n } virhettä
    }
told-asked = peli odottaa vastausta: { $question } Lisää se tallenteeseen `input`-rivinä (ohje: docs/RECORDS.md) ja tuomitse uudelleen: `callshot replay --from strokes`
